"""The directory: the only place where names and contacts of persons are. They can be corrected, merged and erased."""
