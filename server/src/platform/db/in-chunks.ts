/** Rows of one statement. A larger one would hold its locks too long. */
const ROWS_AT_ONCE = 1000

/** Repeats a statement that removes at most `rows` rows, and returns them, until fewer are left. */
export async function removeInChunks(remove: (rows: number) => Promise<readonly unknown[]>): Promise<void> {
  while ((await remove(ROWS_AT_ONCE)).length === ROWS_AT_ONCE);
}
