// How the pages of a site without a server reach what answers them.
