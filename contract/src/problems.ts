/** A failure as the caller of an endpoint learns of it. */
interface Problem {
  /** The HTTP status; also the envelope's code unless `code` is given. */
  status: number
  code?: number
  /**
   * Only for status 400: the input field that is wrong; empty where it is not a single field. Absent from
   * `input.invalid`, whose fields are given with each failure.
   */
  path?: string
  /** The text that the user reads: what happened and what to do. `{name}` is replaced by the detail of that name. */
  message: string
}

/** Every failure that a user can meet. `data.problem` in the envelope carries the key. */
export const problems = {
  // In the specification, code 1009 sends the browser to the log-in.
  'login.required': { status: 401, code: 1009, message: '请先登录' },
  'login.refused': { status: 400, path: '', message: '账号或密码不正确' },
  'login.throttled': { status: 429, message: '尝试次数过多，请稍后再试' },
  'login.sso_failed': { status: 502, message: '统一身份认证没有完成，请重试' },
  'request.unknown': { status: 404, message: '没有这个接口' },
  'request.header_missing': { status: 403, message: '请求缺少 X-Login-Type 请求头' },
  'request.foreign_origin': { status: 403, message: '不接受来自其他网站的请求' },
  'request.too_many': { status: 429, message: '请求过于频繁，请稍后再试' },
  'request.too_many_at_once': {
    status: 429,
    message: '您同时进行的操作过多，请等前面的完成后再试',
  },
  'request.too_many_streams': {
    status: 429,
    message: '您同时打开的页面过多，最多 {limit} 个能实时更新，请关闭一些后重试',
  },
  'request.too_large': { status: 413, message: '提交的内容过大' },
  'request.wrong_type': { status: 415, message: '请以 JSON 提交' },
  'request.key_reused': { status: 409, message: '同一个 Idempotency-Key 不能用于不同的内容' },
  'request.in_progress': { status: 409, message: '同样的请求正在处理，请稍后再试' },
  'request.bad_address': { status: 400, path: '', message: '请求地址有误，请检查其中的 % 和特殊字符' },
  'request.address_too_long': { status: 414, message: '请求地址中的参数过长' },
  'request.headers_too_large': { status: 431, message: '请求头过大，请清除本站的 Cookie 后重试' },
  'request.timed_out': { status: 408, message: '请求没有在时限内发送完，请重试' },
  'request.malformed': { status: 400, path: '', message: '请求不符合 HTTP 规范' },
  'request.bad_range': { status: 416, message: '请求的范围超出了文件' },
  'input.invalid': { status: 400, message: '填写的内容有误' },
  'menu.stopped': { status: 403, message: '您没有使用这一功能的权限' },
  'menu.needed': { status: 409, message: '不能停用管理菜单所需的页面，否则无法恢复' },
  'operator.required': { status: 403, message: '只有管理员可以操作' },
  'checker.required': { status: 403, message: '只有核对员可以批量核对稿件，请联系管理员设为核对员' },
  'account.disabled': { status: 403, message: '账号已被停用，请联系管理员' },
  'account.taken': { status: 409, message: '该账号、邮箱或手机号已被注册' },
  'account.wrong_password': { status: 400, path: 'password', message: '当前密码不正确' },
  'account.sign_on_again': {
    status: 403,
    message: '账号没有密码：请退出后用统一身份认证重新登录，然后在 10 分钟内操作',
  },
  'account.last_operator': { status: 409, message: '请先指定另一位管理员，再停用或注销最后一位管理员' },
  'sign_on.linked': {
    status: 409,
    message: '这个账号已绑定{name}，要换成另一个身份请先解除绑定',
  },
  'sign_on.not_found': { status: 404, message: '这个账号没有绑定这种登录方式' },
  'sign_on.last': {
    status: 409,
    message: '这是登录这个账号的唯一方式：请先设置密码，再解除绑定',
  },
  'code.too_soon': { status: 429, message: '验证码刚刚发送过，请稍后再试' },
  'code.too_many': { status: 429, message: '今天发送验证码的次数已达上限' },
  'session.not_found': { status: 404, message: '没有找到这个登录会话' },
  'user.not_found': { status: 404, message: '没有找到这个用户' },
  'job.not_found': { status: 404, message: '没有找到这个任务' },
  'job.already_active': { status: 409, message: '同一项任务已在排队或运行，不必重试' },
  'job.not_retryable': { status: 409, message: '只有失败或已取消的任务可以重试' },
  'paper.not_found': { status: 404, message: '没有找到这篇文献' },
  'paper.no_open_file': { status: 422, message: '没有找到这篇文献可公开获取的全文，可以自行上传' },
  'paper.file_failed': { status: 502, message: '没能取得这篇文献的公开全文，请稍后重试或自行上传' },
  'project.not_found': { status: 404, message: '没有找到这个项目' },
  'project.not_allowed': { status: 403, message: '您在这个项目里没有这项权限' },
  'project.name_taken': {
    status: 409,
    message: '{owner}已有名为「{name}」的项目，请换一个名称',
  },
  'project.wrong_name': { status: 400, path: 'confirm_name', message: '输入的名称与项目名称不一致' },
  'project.last_owner': {
    status: 409,
    message: '您是「{name}」唯一的创建者，请先把项目移交给其他成员，或删除项目',
  },
  'project.has_owner': { status: 409, message: '这个项目的创建者可以登录，请由创建者移交' },
  'project.too_many_owners': { status: 409, message: '一个项目最多 {limit} 位创建者' },
  'project.too_many_members': { status: 409, message: '一个项目最多 {limit} 位成员' },
  'project.too_many': { status: 409, message: '最多创建 {limit} 个项目，请先删除不用的' },
  'member.not_found': { status: 404, message: '没有找到这位成员' },
  'dataset.not_found': { status: 404, message: '没有找到这个知识库或文献清单' },
  'dataset.not_allowed': { status: 403, message: '您可以查看，但不能修改这里的内容' },
  'dataset.not_owner': { status: 403, message: '只有项目的所有者可以把知识库移出项目' },
  'dataset.models_locked': {
    status: 409,
    message: '这里有复制自其他知识库的内容，那里不允许站外的模型处理，所以不能开放',
  },
  'dataset.models_closed': {
    status: 409,
    message: '选中的文档所在的知识库不允许站外的模型处理，不能复制到允许的知识库',
  },
  'dataset.kept': { status: 409, message: '「我的文献」不能删除' },
  'dataset.full': {
    status: 409,
    message: '一个知识库或文献清单最多 {limit} 份文档（包括回收站里的），请放到另一个里',
  },
  'dataset.not_movable': { status: 409, message: '「我的文献」和公共的 AI 知识库不能移动，可以复制' },
  'archive.busy': { status: 409, message: '您有一个知识库正在导入，请等它完成，或先取消它' },
  'archive.too_many': {
    status: 409,
    message: '这个知识库的文档多于 {limit} 份，不能装进一个压缩包。请把它分成几个知识库，再分别导出',
  },
  'folder.not_found': { status: 404, message: '没有找到这个文件夹' },
  'folder.into_itself': { status: 409, message: '文件夹不能移到它自己里面' },
  'folder.too_deep': { status: 400, path: 'parent_id', message: '文件夹最多 8 层' },
  'tag.not_found': { status: 404, message: '没有找到这个标签' },
  'tag.taken': { status: 409, message: '这里已有同名的标签' },
  'document.not_found': { status: 404, message: '没有找到这份文档' },
  'document.no_text': {
    status: 409,
    message: '这里还没有可以阅读的文字：文件仍在处理，或没有处理成功',
  },
  'document.no_file': { status: 404, message: '没有可以打开的文件' },
  'document.not_own': { status: 403, message: '您只能修改自己加入的文献，其他文献请项目的管理员处理' },
  'document.unknown_format': { status: 415, message: '不支持这种文件{hint}' },
  'document.too_many_queued': {
    status: 429,
    message: '正在处理和排队的文件最多 {limit} 个，请等其中一些处理完再添加',
  },
  'document.not_file': { status: 409, message: '这是一条文献记录，没有可以处理的文件' },
  'document.not_ready': { status: 409, message: '这份文档还没有处理完' },
  'document.not_retryable': { status: 409, message: '只有处理失败、已取消或 60 秒没有进展的文档可以重试' },
  'document.not_parsing': { status: 409, message: '这份文档没有正在进行的处理' },
  'document.same_bytes': { status: 409, message: '这里已有相同的文件「{name}」，可能在回收站里' },
  'document.same_name': { status: 409, message: '这个文件夹里已有同名文件「{name}」' },
  'document.no_proposal': { status: 409, message: '没有找到与这份文档对应的文献' },
  'document.paper_has_file': { status: 409, message: '这篇文献在这里已有全文「{name}」' },
  'research.not_found': { status: 404, message: '没有找到这项研究' },
  'research.not_waiting': { status: 409, message: '这项研究现在不在等待回答' },
  'research.not_planned': { status: 409, message: '这项研究现在不在等待确认计划' },
  'research.plan_changed': { status: 409, message: '计划已有新的一版，请查看后再确认' },
  'research.too_many_plans': {
    status: 409,
    message: '计划最多 {limit} 版。请接受现在这一版，也可以在接受时直接修改',
  },
  'research.no_free_count': { status: 429, message: '今天的 {limit} 次深度研究已经用完，明天零点恢复' },
  'research.too_many_runs': {
    status: 429,
    message: '同时最多进行 {limit} 项深度研究，请等其中一项完成，或先停止它',
  },
  'research.not_begun': { status: 409, message: '还没有开始检索，请先接受计划，或停止这项研究' },
  'report.sharing_off': { status: 403, message: '管理员没有开放报告的分享' },
  'report.not_found': { status: 404, message: '没有找到这份报告' },
  'report.section_not_found': { status: 404, message: '报告里没有这一节' },
  'report.changed': { status: 409, message: '报告在别处改过了，请刷新后再改' },
  'report.section_fixed': {
    status: 409,
    message: '这一节由研究过程算出，不能重写，可以自己修改',
  },
  'report.busy': { status: 409, message: '这份报告有一节正在重写，请等它完成或先取消' },
  'report.revision_not_found': { status: 404, message: '没有找到这次改动' },
  'report.no_model': {
    status: 422,
    message: '按要求改写需要语言模型，现在没有配置。可以换一批证据、精简为更少的句子，或自己修改',
  },
  'report.unknown_reference': {
    status: 400,
    path: 'text',
    message: '正文里的 [{n}] 没有对应的参考文献',
  },
  'annotation.not_found': { status: 404, message: '没有找到这条批注' },
  'annotation.not_own': { status: 403, message: '您只能修改自己的批注' },
  'annotation.too_many': { status: 409, message: '一份文档最多 {limit} 条批注，请先删除不用的' },
  'parse.not_found': { status: 404, message: '没有找到这次文件处理' },
  'subscription.not_found': { status: 404, message: '没有找到这个订阅' },
  'subscription.too_many': { status: 409, message: '订阅最多 200 个' },
  'citation_style.not_found': { status: 404, message: '没有找到这种格式，可能已删除' },
  'citation_style.too_many': { status: 409, message: '样式文件已达上限，请先删除不用的' },
  'citation_style.over_limit': {
    status: 422,
    message: '用这个样式打印超过了 30 秒或内存的限度，已停止，请换一种格式',
  },
  'citation_style.unusable': {
    status: 422,
    message: '这个样式文件不能使用：{reason}。请换一种格式，或在「引用格式」里删除它并上传修改过的文件',
  },
  'citation.unknown_style': { status: 400, path: 'style', message: '没有这种引用格式' },
  'combine.too_many': { status: 429, message: '今天收入的检索来源文献已达上限（2,000 篇），请明天再试' },
  'combine.expired': { status: 409, message: '这些检索结果已过期，请重新检索' },
  'import.not_found': { status: 404, message: '没有找到这次导入' },
  'merge.not_found': { status: 404, message: '没有找到这次合并，可能已经撤销' },
  'application.not_found': { status: 404, message: '没有找到这个应用' },
  'manuscript.not_found': { status: 404, message: '没有找到这篇文稿，可能已删除' },
  'manuscript.too_many': { status: 409, message: '文稿最多保存 50 篇，请先删除不用的' },
  'manuscript_check.not_found': { status: 404, message: '没有找到这次核对，可能已删除' },
  'manuscript_check.not_read': { status: 409, message: '稿件还没有读完，请稍后再试' },
  'manuscript_check.too_many': { status: 409, message: '核对最多保存 {limit} 次，请先删除不用的' },
  'manuscript_check.too_many_runs': { status: 429, message: '同时最多核对 {limit} 份稿件，请等前面的核对完' },
  'manuscript_check.of_batch': {
    status: 409,
    message: '这份稿件属于一批，请在那一批里再核对没有完成的稿件，或单独上传它',
  },
  'manuscript_batch.not_found': { status: 404, message: '没有找到这一批稿件，可能已删除' },
  'manuscript_batch.too_many': { status: 409, message: '批次最多保存 {limit} 个，请先删除不用的' },
  'manuscript_batch.purged': { status: 409, message: '这一批稿件已到保留期限，内容已删除，只留下数字' },
  'manuscript_batch.too_large': {
    status: 413,
    message: '这一批的报告合起来约 {size}，一个压缩包最多 {limit}，请按院系导出',
  },
  'manuscript_batch.nothing_to_export': { status: 409, message: '还没有核对完的稿件，请稍后再导出' },
  'prompt.not_found': { status: 404, message: '没有找到这个提示词' },
  'prompt.too_many': { status: 409, message: '提示词最多 200 个，请先删除不用的' },
  'upload.not_found': { status: 404, message: '没有找到这次上传，可能已过期' },
  'upload.wrong_offset': { status: 409, message: '上传的位置不对，请从已收到的位置继续' },
  'upload.incomplete': { status: 409, message: '文件还没有传完' },
  'upload.too_large': { status: 413, message: '单个文件不能超过 {limit}，请拆分或压缩后再上传' },
  'upload.too_much': {
    status: 413,
    message: '您正在上传和等待处理的文件合计不能超过 {limit}，请等它们处理完再上传',
  },
  'upload.too_many': {
    status: 429,
    message: '正在上传和等待处理的文件最多 {limit} 个，请等它们处理完再上传',
  },
  'file.too_much': {
    status: 413,
    message: '您保存的文件合计不能超过 {limit}，请删除不用的文件后再上传',
  },
  'file.in_use': {
    status: 409,
    message: '还有 {count} 份文档在使用这个文件（{names}），请先在那里删除',
  },
  'file.not_found': { status: 404, message: '没有找到文件，可能已过期' },
  'disk.full': { status: 507, message: '磁盘已满，没有保存。请联系管理员清理服务器的磁盘，然后重试' },
  'disk.read_only': {
    status: 507,
    message: '服务器的数据目录不能写入，没有保存。请联系管理员检查磁盘与权限',
  },
  'disk.damaged': { status: 500, message: '服务器上的一部分数据读不出来。请联系管理员运行 npm run doctor' },
  'storage.unavailable': {
    status: 503,
    message: '文件存储暂时连接不上，这一步没有完成；已经保存的文件没有丢失，请稍后再试',
  },
  'storage.damaged': {
    status: 500,
    message: '这个文件的内容与保存时不一致，没有发送。请联系管理员运行 npm run doctor',
  },
  'search.too_long': {
    status: 400,
    path: '',
    message: '这个检索式过于复杂，没能在限定时间内完成，请减少检索词或运算符',
  },
  'search.unavailable': { status: 503, message: '检索服务暂不可用，请稍后再试' },
  'search.not_ready': { status: 503, message: '检索索引正在准备，请稍候再试' },
  'secret.unreadable': { status: 409, message: '保存的密钥无法解开：密钥文件不在或已更换，请管理员重新填写' },
  'token.refused': {
    status: 401,
    message: '访问令牌无效、已过期或已撤销，请在「设置 · 访问令牌」中重新生成',
  },
  'token.out_of_scope': {
    status: 403,
    message: '这个访问令牌的用途不包括这项操作，请在「设置 · 访问令牌」中新建用途相符的令牌',
  },
  'token.not_found': { status: 404, message: '没有找到这个访问令牌' },
  'token.too_many': { status: 409, message: '访问令牌最多 20 个，请先撤销不用的' },
  'mcp.not_found': { status: 404, message: '没有找到这个工具服务' },
  'mcp.stdio_off': {
    status: 409,
    message: '本机命令方式没有开启：它以服务器的权限运行程序，确有需要时请设置 MCP_STDIO=on 后重启',
  },
  'mcp.changed_again': { status: 409, message: '工具刚刚又有变化，请重新测试并核对后再确认' },
  'model.not_found': { status: 404, message: '没有找到这个模型' },
  'model.needed': { status: 409, message: '有应用只能使用这个模型，请先更改应用的模型，再删除它' },
  'model.from_settings': { status: 409, message: '这个模型来自配置，请在配置文件或环境变量里修改' },
  'model.missing': {
    status: 422,
    message: '尚未配置语言模型，这项功能暂不可用，请管理员在「语言模型」中添加',
  },
  'model.outside': {
    status: 409,
    message: '这些文字会发到站外的模型：请先在提示里同意，再发送',
  },
  'model.closed': {
    status: 409,
    message: '这个知识库的内容不能发给站外的模型，有站内模型时才能使用这项功能',
  },
  'chat.not_found': { status: 404, message: '没有找到这个对话' },
  'chat.busy': { status: 409, message: '这个对话正在回答，请等它结束或先停止' },
  'chat.too_many_runs': { status: 429, message: '最多同时进行 3 个回答，请等其中一个结束或先停止' },
  'chat.too_fast': { status: 429, message: '每分钟最多发送 30 条消息，请稍后再试' },
  'chat.not_ended': { status: 409, message: '回答还没有结束' },
  'chat_record.not_found': { status: 404, message: '没有找到这条回答' },
  'approval.not_found': { status: 404, message: '没有等待确认的操作，可能已经处理或过期' },
  'database.away': {
    status: 503,
    message: '数据库暂时连接不上，请稍后再试。刚才的操作可能没有保存，恢复后请先看一看',
  },
  'server.busy': { status: 503, message: '服务器正忙，请稍后重试' },
  'server.failed': { status: 500, message: '服务器出错了，请稍后重试' },
} as const satisfies Record<string, Problem>

/** A key of `problems`. */
export type ProblemId = keyof typeof problems

/** Returns the envelope's code of a problem. */
export function problemCode(id: ProblemId): number {
  const problem: Problem = problems[id]
  return problem.code ?? problem.status
}

/** Returns path and message of a problem that has a `path` (status 400 only), null for all others. */
export function problemIssue(id: ProblemId): { path: string; message: string } | null {
  const { path, message }: Problem = problems[id]
  return path === undefined ? null : { path, message }
}

/** Returns the message of a problem with its details filled in; a missing detail becomes empty text. */
export function problemMessage(id: ProblemId, details: Record<string, unknown>): string {
  return problems[id].message.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''))
}
