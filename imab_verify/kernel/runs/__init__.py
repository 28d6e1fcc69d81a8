"""Claims about the run of a policy: the second layer of the kernel."""
