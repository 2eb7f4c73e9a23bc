import { COMMAND_SETTINGS } from './command-settings.ts'
import { SENDING_SETTINGS } from './sending-settings.ts'
import { SERVICE_SETTINGS } from './service-settings.ts'

/**
 * Every variable that the service or its command line reads, by the name of its value in `Config`; `docs/configuration.md` is printed
 * from this table. Values whose name ends in `Ms` are milliseconds and are written as durations.
 */
export const SETTINGS = { ...SERVICE_SETTINGS, ...SENDING_SETTINGS, ...COMMAND_SETTINGS } as const
