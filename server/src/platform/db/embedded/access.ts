import { closeSync, fchownSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { nameOf } from './owner.ts'
import type { Owner } from './owner.ts'

/**
 * Who may connect to the embedded PostgreSQL. The kernel names the caller of the Unix socket (`peer`), and only root and
 * the user of the service pass, as every role. A port of loopback asks for the password.
 */

/** The names of the users who may connect. An id without a name cannot: PostgreSQL finds callers by name. */
function permittedUsers(owner: Owner | null): string[] {
  const names = owner === null ? [userInfo().username] : [nameOf(owner)]
  return [...new Set(['root', ...names])].filter((name) => name !== null)
}

/**
 * The owner of the cluster could put a link at the path, so the file is made anew: root would write to the link's
 * target.
 */
function replaceFile(path: string, text: string, owner: Owner | null): void {
  rmSync(path, { force: true })
  const file = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    if (owner) fchownSync(file, owner.uid, owner.gid)
  } finally {
    closeSync(file)
  }
}

/** Writes the rules at every start, so that clusters of older versions get them. */
export function writeAccessRules(cluster: string, owner: Owner | null): void {
  // PostgreSQL on Windows does not know `peer`.
  const socketLine = process.platform === 'win32' ? '' : 'local all all peer map=tidings\n'
  const quoted = permittedUsers(owner).map((name) => `"${name.replaceAll('"', '""')}"`)
  replaceFile(join(cluster, 'pg_ident.conf'), quoted.map((name) => `tidings ${name} all\n`).join(''), owner)
  replaceFile(join(cluster, 'pg_hba.conf'), `${socketLine}host all all 127.0.0.1/32 scram-sha-256\n`, owner)
}
