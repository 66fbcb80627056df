import type { Context } from '../../platform/context/context.ts'
import { handleMcpRequest } from '../../platform/providers/mcp/serve.ts'
import { builtInTools } from './built-in-tools.ts'
import type { ToolMaker } from './define-tool.ts'

/** Tells the models of MCP clients how to use the tools. */
const SERVER_INSTRUCTIONS =
  '学术文献检索与引用。先用 search_papers 找到文献编号，再用 get_paper 看摘要、用 cite 生成参考文献；引用只取自检索到的文献。Find papers with search_papers, read them with get_paper, cite them with cite; never invent references.'

/**
 * Handles a request of an MCP client on behalf of the token's owner.
 *
 * @param moreTools tools of features that depend on this one.
 */
export function serveRequest(
  ctx: Context,
  request: Request,
  body: unknown,
  moreTools: ToolMaker[],
): Promise<Response> {
  return handleMcpRequest(request, body, {
    name: 'scinav',
    title: ctx.config.SITE_TITLE,
    version: '0.1.0',
    instructions: SERVER_INSTRUCTIONS,
    tools: [...builtInTools, ...moreTools].map((makeTool) => makeTool(ctx)),
    reportFailure: (error) => ctx.log.error({ err: error }, 'a tool of the MCP server failed'),
  })
}
