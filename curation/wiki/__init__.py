"""Page sources: adapters that bring pages of a wiki in, behind one port."""
