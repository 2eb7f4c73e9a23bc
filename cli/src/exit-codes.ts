/** The exit codes of all commands. docs/guides/command-line.md lists them. */
export const EXIT = {
  done: 0,
  /** The command failed, or its answer is no: texts differ, a signature is not valid, the doctor found a fault. */
  failed: 1,
  /** A mistake in the arguments, or in a file that the command reads. */
  usage: 2,
  /** The API key is missing, unknown, or its role has too few rights. */
  keyRefused: 3,
  /** The service did not respond, or it is overloaded. A later try may help. */
  unreachable: 4,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
