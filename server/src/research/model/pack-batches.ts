interface BatchLimits<Item> {
  maxItems: number
  /** The most that the sizes of a batch add up to; an item above it is a batch of its own. */
  maxSize: number
  /** Returns what an item adds to a batch with these items before it, in the unit of `maxSize`. */
  sizeOf: (item: Item, batch: readonly Item[]) => number
}

/** Divides items, in their order, into batches within a number and a size. */
export function packBatches<Item>(items: readonly Item[], limits: BatchLimits<Item>): Item[][] {
  const { maxItems, maxSize, sizeOf } = limits
  const batches: Item[][] = []
  let size = 0
  for (const item of items) {
    const last = batches.at(-1)
    const added = sizeOf(item, last ?? [])
    if (last && last.length < maxItems && size + added <= maxSize) {
      last.push(item)
      size += added
    } else {
      batches.push([item])
      size = sizeOf(item, [])
    }
  }
  return batches
}
