"""What programs may ask of the marque."""
