import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { FetchFault } from '../safe-fetch/safe-fetch.ts'
import { McpFault } from './port.ts'
import { visibleText } from './visible-text.ts'

/** Maximum length that is shown of a message of a server. */
const MAX_MESSAGE_CHARS = 300

/** Converts an error of a tool server into a message that tells what to do. */
export function toMcpFault(error: unknown): McpFault {
  if (error instanceof McpFault) return error
  return new McpFault(faultMessage(error), { cause: error })
}

/** Returns the message for any error. */
function faultMessage(error: unknown): string {
  if (error instanceof FetchFault) return fetchFaultMessage(error)
  if (error instanceof StreamableHTTPError) return statusMessage(error.code ?? 0)
  if (error instanceof McpError) return protocolMessage(error)
  const { code } = error as { code?: unknown }
  if (code === 'ENOENT') return '找不到要运行的命令'
  if (code === 'EACCES') return '没有权限运行这个命令'
  return '对方的回答不符合 MCP 协议'
}

function fetchFaultMessage({ reason, message }: FetchFault): string {
  if (reason === 'private') return '地址指向内部网络；如确是本机构的服务，请管理员勾选「内网地址」'
  if (reason === 'redirects') return '对方要求跳转到别的地址，已拒绝；请直接填写最终地址'
  return message
}

function statusMessage(status: number): string {
  if (status === 401 || status === 403) return `对方拒绝访问（HTTP ${status}），请检查请求头里的密钥`
  if (status === 404 || status === 405) return `这个地址没有 MCP 服务（HTTP ${status}），请检查地址`
  return status > 0 ? `对方返回 HTTP ${status}` : '对方的回答不符合 MCP 协议'
}

function protocolMessage({ code, message }: McpError): string {
  if (code === ErrorCode.RequestTimeout) return '对方没有在规定时间内答复'
  if (code === ErrorCode.ConnectionClosed) return '对方断开了连接'
  return `对方报告错误：${visibleText(message, MAX_MESSAGE_CHARS)}`
}
