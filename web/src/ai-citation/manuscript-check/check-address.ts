/** Returns the address of a check, or, without one, of the beginning of a new check. */
export const checkAddress = (check_id?: string): string =>
  `/aiCitation?${new URLSearchParams({ mode: 'manuscript', ...(check_id && { check_id }) })}`

/** Returns the address of a batch of manuscripts, or, without one, of all batches. */
export const batchAddress = (batch_id = ''): string =>
  `/aiCitation?${new URLSearchParams({ mode: 'manuscript', batch_id })}`
