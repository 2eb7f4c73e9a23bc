import { spawnSync } from 'node:child_process'
import { startNginx } from '../../test/faults/nginx.ts'
import { startHaproxy } from '../haproxy.ts'
import { bytesAttacksOf } from '../hostile-attacks.ts'
import type { Scenario } from '../scenario.ts'
import { measureAttacks } from './hostile.ts'

/** nginx as `docs/high-availability.md` configures it, and HAProxy. One that is not installed is left out. */
const PROXIES = { nginx: startNginx, haproxy: startHaproxy }

const isInstalled = (proxy: string): boolean => spawnSync(proxy, ['-v'], { stdio: 'ignore' }).error === undefined

export const hostileProxiesScenario: Scenario = {
  name: 'hostile-proxies',
  title: 'Requests of one account behind a proxy, alone and beside attacks by bytes through the same proxy',
  notQuick: true,
  async run(bench) {
    const stops: (() => Promise<void>)[] = []
    try {
      return await measureAttacks(bench, { TRUST_PROXY: '127.0.0.1' }, async (serviceUrl, { apiKey }) => {
        const aimed = []
        for (const [proxy, start] of Object.entries(PROXIES).filter(([name]) => isInstalled(name))) {
          const { url, stop } = await start([new URL(serviceUrl).port])
          stops.push(stop)
          for (const attack of bytesAttacksOf(apiKey))
            aimed.push({ name: `${proxy}: ${attack.name}`, attack, origin: url })
        }
        return aimed
      })
    } finally {
      for (const stop of stops) await stop()
    }
  },
}
