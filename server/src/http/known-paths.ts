import type { App } from './route.ts'

export interface KnownPaths {
  /** The methods that the path of a request's URL answers to; none if the path is unknown. */
  methodsOf(url: string): string[]
}

/** Remembers every route registered from now on, to tell a wrong method (405) from an unknown path (404). */
export function rememberPaths(app: App): KnownPaths {
  const routes: { pattern: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: patternOf(url), methods: typeof method === 'string' ? [method] : method })
  })
  return {
    methodsOf(url) {
      const path = url.split('?', 1)[0]!
      const methods = routes.filter((route) => route.pattern.test(path)).flatMap((route) => route.methods)
      return [...new Set(methods)].toSorted()
    },
  }
}

/** The paths of a route: each `:name` is one segment, or a part of one. */
function patternOf(url: string): RegExp {
  const source = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z_]+/g, '[^/]+')
  return new RegExp(`^${source}$`)
}
