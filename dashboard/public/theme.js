// Runs before anything is painted, so that a page in the chosen theme does not flash in the other one.
{
  let theme = null
  try {
    theme = localStorage.getItem('theme')
  } catch {
    // A browser that keeps nothing has the theme of the system.
  }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}
