"""Services: each writes in one transaction, takes keywords only with `by=` and `at=`; some only score or refuse."""
