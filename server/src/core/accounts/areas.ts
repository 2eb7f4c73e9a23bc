/** Registers routes in the areas of the roles that may use them. */
import type { RouteOptions } from 'fastify'
import type { App, CallerRole } from '../../platform/http/route.ts'
import { KEYS, may, MEMBERS, RIGHTS } from './roles.ts'
import type { Area } from './roles.ts'

/** Whether no API key has rights in the area. */
function isForMembers(area: Area): boolean {
  return KEYS.every((role) => RIGHTS[area][role] === 'none')
}

function whoMay(area: Area, method: string): string {
  const named = (roles: readonly CallerRole[]) =>
    roles
      .filter((role) => may(role, area, method))
      .map((role) => `\`${role}\``)
      .join(', ') || 'none'
  const keys = named(KEYS)
  return `Allowed roles of API keys: ${keys}. Allowed roles of members: ${named(MEMBERS)}.`
}

/** Registers routes in one area. Their descriptions then list the roles. */
export function inArea(app: App, area: Area, register: (scope: App) => void): void {
  void app.register((scope: App, _options, done) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, area }
      // Fastify makes HEAD from GET, with the same schema.
      if (route.method === 'HEAD') return
      const schema = (route.schema ??= {})
      schema.description = [schema.description, whoMay(area, String(route.method))].filter(Boolean).join('\n\n')
      if (isForMembers(area)) schema.security = [{ session: [] }]
    })
    register(scope)
    done()
  })
}

/** Fails the start if a route has no area, so no route can be without a rule for roles. */
export function wantAreas(app: App): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', (done) => {
    const { method, url } = routes.find((route) => route.config?.area === undefined) ?? {}
    done(url === undefined ? undefined : new Error(`The route ${String(method)} ${url} is in no area`))
  })
}

/** Registers routes whose rows are in the directory. */
export function inDirectory(api: App, register: (scope: App) => void): void {
  void api.register((scope: App, _options, done) => {
    scope.addHook('onRoute', (route) => void (route.config = { ...route.config, isDirectory: true }))
    register(scope)
    done()
  })
}
