"""Players, their registrations and links; the roles that people have."""
