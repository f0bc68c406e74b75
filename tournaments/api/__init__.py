"""What programs may read of clubs and tournaments. Nothing here computes: it gives the queries' shapes as JSON."""
