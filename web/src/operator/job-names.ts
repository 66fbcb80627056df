const names: Readonly<Record<string, string>> = {
  'user.message': '发送验证码或通知',
  'user.export': '打包个人数据',
  'user.purge': '清理到期的账号与记录',
}

/** What a job does, in words; a kind this build does not know keeps its own name. */
export function jobName(kind: string): string {
  return names[kind] ?? kind
}
