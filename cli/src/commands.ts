/** All commands of `tidings`. */
import type { Command } from './command.ts'
import { completionCommand } from './completion.ts'
import { DOCTOR_COMMAND } from './doctor/doctor.ts'
import { LISTEN_COMMAND } from './listen/listen.ts'
import { LOGIN_COMMANDS } from './login.ts'
import { MCP_COMMAND } from './mcp.ts'
import { SEND_COMMAND } from './send.ts'
import { TEMPLATE_COMMANDS } from './templates/commands.ts'
import { VERIFY_COMMAND } from './verify.ts'

export const CLIENT_COMMANDS: readonly Command[] = [
  SEND_COMMAND,
  LISTEN_COMMAND,
  VERIFY_COMMAND,
  ...TEMPLATE_COMMANDS,
  DOCTOR_COMMAND,
  ...LOGIN_COMMANDS,
  MCP_COMMAND,
  completionCommand(() => CLIENT_COMMANDS),
]
