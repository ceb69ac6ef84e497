"""15mm Warfare on the table: tiny battles, each about one rule."""
