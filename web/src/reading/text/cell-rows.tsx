/** Renders the rows of a table read from a file. */
export function CellRows({ rows }: { rows: string[][] }) {
  return (
    <tbody>
      {rows.map((cells, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
        <tr key={row}>
          {cells.map((cell, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name
            <td key={column}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
