"""Functions that write: each is one transaction, takes keywords only, and is told who acts (`by`) and when (`at`)."""
