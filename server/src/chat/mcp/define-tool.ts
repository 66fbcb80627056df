import type { z } from 'zod'
import type { Context } from '../../platform/context/context.ts'
import type { ServedTool } from '../../platform/providers/mcp/serve.ts'

/** A tool of the MCP server of this application; its texts are read by people and by models. */
interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string
  title: string
  description: string
  input: Input
  output: Output
  /** The tool may send text to external engines. */
  asksOutside?: true
  run: (ctx: Context, input: z.output<Input>) => Promise<{ text: string; data: z.input<Output> }>
}

/** Creates a tool that works on behalf of the user of a context. */
export type ToolMaker = (ctx: Context) => ServedTool

/** Binds a tool definition to the user on whose behalf it works. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
) {
  return (ctx: Context): ServedTool => ({
    ...definition,
    // The server has parsed the input with this schema.
    run: (input) => definition.run(ctx, input as z.output<Input>),
  })
}
