// Shows the API's document, with the theme that is chosen anywhere in the service.
{
  const root = document.documentElement

  // Rules that only validators need. A reader sees the fields of a body instead.
  const RULES = new Set(['not', 'if', 'then', 'else'])
  const isOtherName = (schema) => schema?.['x-other-name-of'] !== undefined

  const forReaders = (node) => {
    if (Array.isArray(node)) return node.map(forReaders)
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(
      Object.entries(node)
        .filter(([name, value]) => !RULES.has(name) && !isOtherName(value))
        .map(([name, value]) => [name, name === 'example' ? value : forReaders(value)]),
    )
  }

  // Other forms of one JSON body, and a header that only tracing adds.
  const showJson = (operation) => {
    const { requestBody, parameters } = operation
    const json = requestBody?.content?.['application/json']
    if (json !== undefined) operation.requestBody = { ...requestBody, content: { 'application/json': json } }
    if (parameters !== undefined) operation.parameters = parameters.filter(({ name }) => name !== 'traceparent')
  }

  const show = async () => {
    const response = await fetch('/openapi.json')
    const content = { ...forReaders(await response.json()), servers: [{ url: location.origin }] }
    for (const operations of Object.values(content.paths)) Object.values(operations).forEach(showJson)
    window.Scalar.createApiReference('#reference', {
      content,
      darkMode: root.classList.contains('dark'),
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      // These lead to services outside.
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    })
  }
  void show()

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
