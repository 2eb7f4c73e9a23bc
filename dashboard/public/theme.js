// Runs before the first paint, so the page does not flash in the wrong theme.
{
  let theme = null
  try {
    theme = localStorage.getItem('theme')
  } catch {
    // Without storage, the page has the theme of the system.
  }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}
