"""The service: REST, storage, command line. The only package that does input and output."""
