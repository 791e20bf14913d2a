// The service worker of a site without a server: keeps its files for times without a network.
