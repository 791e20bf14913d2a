// A classic script in the head of each page: a module would come after the first paint, which would
// flash in the wrong theme.
try {
  const theme = JSON.parse(localStorage.getItem("tsuro.theme"));
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be forbidden; then the system's theme stays.
}
