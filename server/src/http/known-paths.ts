import type { App } from './route.ts'

export interface KnownPaths {
  /**
   * The methods that the path of a request's URL answers to; none if the path is unknown. A path with a route of its own
   * (`/messages/batch`) has none of those of a parameter in its place (`/messages/:id`).
   */
  methodsOf(url: string): string[]
}

/** Remembers every route registered from now on, to tell a wrong method (405) from an unknown path (404). */
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

/** The paths of a route: each `:name` is one segment, or a part of one. */
function patternOf(url: string): RegExp {
  const source = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z_]+/g, '[^/]+')
  return new RegExp(`^${source}$`)
}
