// Vectors as they are stored: 32-bit floats, little-endian on every machine, so that a database can move between them.

const FLOAT_BYTES = 4

/** Returns the bytes of a vector. */
export function vectorBytes(vector: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(vector.length * FLOAT_BYTES))
  for (const [at, value] of vector.entries()) view.setFloat32(at * FLOAT_BYTES, value, true)
  return new Uint8Array(view.buffer)
}

/** Returns the vector of stored bytes. */
export function readVector(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Float32Array.from({ length: bytes.length / FLOAT_BYTES }, (_, at) =>
    view.getFloat32(at * FLOAT_BYTES, true),
  )
}
