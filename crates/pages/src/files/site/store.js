// What a site without a server keeps on this device.
