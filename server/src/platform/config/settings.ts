import { SENDING_SETTINGS } from './sending-settings.ts'
import { SERVICE_SETTINGS } from './service-settings.ts'
import { TRACING_SETTINGS } from './tracing-settings.ts'

/**
 * All variables of the service and its command line, by their names in `Config`. `docs/configuration.md` is printed
 * from this table. If a name ends in `Ms`, the value is in milliseconds and the variable is written as a duration.
 */
export const SETTINGS = { ...SERVICE_SETTINGS, ...SENDING_SETTINGS, ...TRACING_SETTINGS } as const
