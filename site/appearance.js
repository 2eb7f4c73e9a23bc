// Runs before anything is painted. The choice is the dashboard's, in its place (`theme`), for every page of the service.
{
  let theme = null
  try {
    theme = localStorage.getItem('theme')
    if (theme !== null) localStorage.setItem('vitepress-theme-appearance', theme)
  } catch {
    // A browser that keeps nothing has the theme of the system.
  }
  const dark = theme === null ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  document.documentElement.classList.toggle('dark', dark)
  document.documentElement.classList.toggle('mac', /Mac|iPhone|iPod|iPad/i.test(navigator.platform))
}
