import type { App } from './route.ts'

export interface KnownPaths {
  /**
   * The methods of the request's path, empty if the path is unknown. A fixed path (`/messages/batch`) does not get the
   * methods of a parameter in its place (`/messages/:id`).
   */
  methodsOf(url: string): string[]
}

/** Records each route registered after this call, to tell a wrong method (405) from an unknown path (404). */
export function rememberPaths(app: App): KnownPaths {
  const routes: { pattern: RegExp; parameters: number; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    const parameters = url.split(':').length - 1
    routes.push({ pattern: patternOf(url), parameters, methods: typeof method === 'string' ? [method] : method })
  })
  return {
    methodsOf(url) {
      const path = url.split('?', 1)[0]!
      const matching = routes.filter((route) => route.pattern.test(path))
      const fewest = Math.min(...matching.map((route) => route.parameters))
      const own = matching.filter((route) => route.parameters === fewest)
      return [...new Set(own.flatMap((route) => route.methods))].toSorted()
    },
  }
}

/** Matches the paths of a route. Each `:name` is a segment or part of a segment. A final `/*` is everything below a folder. */
function patternOf(url: string): RegExp {
  const literal = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const source = literal.replace(/:[A-Za-z_]+/g, '[^/]+').replace(/(?<=.)\/\\\*$/, '/.*')
  return new RegExp(`^${source}$`)
}
