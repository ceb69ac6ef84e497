"""The table as SVG and PNG, and the battle report as a page. It knows no system: it draws scenes and reports."""
