/** What a migration may vary between the two databases. */
interface Dialect {
  /** The type of every text column: byte order on both, so that both sort alike. */
  text: string
  /** Behind a table that is nothing but its key: SQLite then keeps it once, not twice. */
  keyed: string
}

/** One step of the schema. Never edited after it has landed. */
export interface Migration {
  name: string
  statements: (dialect: Dialect) => string[]
}
