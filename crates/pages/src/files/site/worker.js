// The worker of a site without a server: answers what its pages ask, with the engine.
