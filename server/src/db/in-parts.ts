const MOST_IN_A_LIST = 1_000

/** Reads by a list of any length, at most 1,000 values a statement; repeated values count once. */
export async function inParts<Value, Row>(
  values: Iterable<Value>,
  read: (part: Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const all = [...new Set(values)]
  const rows: Row[] = []
  for (let from = 0; from < all.length; from += MOST_IN_A_LIST)
    rows.push(...(await read(all.slice(from, from + MOST_IN_A_LIST))))
  return rows
}
