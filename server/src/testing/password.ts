/** The password of every test account. */
export const PASSWORD = 'ink-and-bamboo-77'
