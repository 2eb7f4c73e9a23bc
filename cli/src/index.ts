/** For the command line of the server, with the commands of this package among its own. */
export { failure } from './command.ts'
export type { Command, CommandInput, CommandResult, CommandShape, Failure, Option } from './command.ts'
export { CLIENT_COMMANDS } from './commands.ts'
export { EXIT } from './exit-codes.ts'
export type { ExitCode } from './exit-codes.ts'
export { runProgram } from './program.ts'
export type { Program } from './program.ts'
