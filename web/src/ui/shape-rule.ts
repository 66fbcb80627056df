/** The part of a contract shape that a form needs. */
interface Shape {
  safeParse: (
    value: unknown,
  ) => { success: true } | { success: false; error: { issues: { message: string }[] } }
}

/** A form rule that refuses what the contract would refuse, in the contract's words. */
export function shapeRule(shape: Shape) {
  return {
    validator(_: unknown, value: unknown): Promise<void> {
      const parsed = shape.safeParse(value ?? '')
      return parsed.success ? Promise.resolve() : Promise.reject(new Error(parsed.error.issues[0]?.message))
    },
  }
}
