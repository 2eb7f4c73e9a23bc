// Shows the API's document, with the theme that is chosen anywhere in the service.
{
  const root = document.documentElement
  const reference = window.Scalar.createApiReference('#reference', {
    url: '/openapi.json',
    darkMode: root.classList.contains('dark'),
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    // These lead to services outside.
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  })
  void reference

  const body = document.body
  const onTheme = () => {
    const dark = body.classList.contains('dark-mode')
    if (!dark && !body.classList.contains('light-mode')) return
    if (root.classList.contains('dark') === dark) return
    root.classList.toggle('dark', dark)
    try {
      localStorage.setItem('theme', dark ? 'dark' : 'light')
    } catch {
      // A browser that keeps nothing forgets the choice with the page.
    }
  }
  new MutationObserver(onTheme).observe(body, { attributeFilter: ['class'] })
}
