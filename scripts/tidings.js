/**
 * `npm run tidings -- COMMAND`: every command, in the directory of the caller. npm runs scripts in the directory of
 * package.json. In JavaScript, like start.js.
 */
process.chdir(process.env.INIT_CWD ?? '.')
await import('../server/src/programs/cli.ts')
