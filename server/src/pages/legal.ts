import { type Html, html } from './html.ts'

// The periods in these texts repeat limits of the code, which have to change with them: of sessions in
// `session.service.ts` of `account/user`, and in `purge.job.ts` there of codes, exports and deleted accounts.

/**
 * Returns the agreement that a person accepts when registering. An institution may serve its own at the same address.
 */
export function agreement(site: string): Html {
  return html`<article>
<h1>用户协议</h1>
<p>本协议说明您使用${site}时的权利和义务。注册账号即表示您已阅读并同意本协议。</p>
<h2>一、服务内容</h2>
<p>${site}为学者和学生提供学术文献检索、阅读、整理、引用和人工智能辅助研究服务。服务由部署本系统的机构（下称「本机构」）运营。</p>
<h2>二、账号</h2>
<p>请提供真实有效的联系方式，妥善保管密码，不与他人共用账号。发现账号被他人使用时，请立即修改密码并结束其他登录，或联系管理员。</p>
<h2>三、合理使用</h2>
<p>请遵守法律法规和学术规范，尊重著作权。不得批量下载超出个人学习研究需要的内容，不得攻击系统、绕过权限或干扰他人使用，不得上传违法内容。违反上述约定的账号可能被停用。</p>
<h2>四、您的内容</h2>
<p>您上传的文档、撰写的笔记和提出的问题归您所有。本机构仅为向您提供服务而存储和处理这些内容，不用于其他目的。您可以随时导出自己的数据，也可以注销账号。</p>
<h2>五、人工智能生成内容</h2>
<p>由模型生成的内容会明确标注，可能有误，不能替代您自己的判断。引用前请核对原文。内容在发送给机构以外的模型之前，系统会先告知您。</p>
<h2>六、责任限制</h2>
<p>本机构尽力保证服务稳定和数据安全，但不对因不可抗力或第三方原因造成的中断承担责任。文献信息以出版方为准。</p>
<h2>七、变更与终止</h2>
<p>协议变更时会在登录后提示。您可以在「设置 · 我的数据」中注销账号；注销后 30 天内重新登录可以撤销，期满后数据将被删除。</p>
</article>`
}

/** Returns the privacy policy: what is stored about a person, why, for how long, and their rights. */
export function privacy(site: string): Html {
  return html`<article>
<h1>隐私政策</h1>
<p>本政策说明${site}收集哪些个人信息、为什么收集、保存多久，以及您的权利。</p>
<h2>一、我们收集的信息</h2>
<ul>
<li>账号信息：账号、姓名或昵称、邮箱或手机号、单位、学科。用于登录、找回密码和推荐相关文献。</li>
<li>登录信息：登录时间、网络地址、浏览器类型。用于保护账号安全，您可以在「设置 · 安全」中查看。</li>
<li>使用记录：您保存的设置，以及您在使用各项功能时产生的检索记录、清单、文档和对话。</li>
</ul>
<h2>二、我们不做的事</h2>
<p>不使用第三方统计或广告，不向他人出售或出租您的信息，不在日志中记录密码、验证码和您提交的内容。</p>
<h2>三、Cookie</h2>
<p>只使用一个用于保持登录的 Cookie，无法被网页脚本读取，7 天不使用或登录满 30 天后失效。外观等偏好保存在您自己的浏览器中。</p>
<h2>四、存储与保护</h2>
<p>数据保存在本机构的服务器上。密码经过 argon2id 加密，任何人都无法还原。只有您和您明确授权的人能看到您的内容。</p>
<h2>五、保存期限</h2>
<p>登录会话最长保存 30 天，验证码记录 2 天，导出的数据包 7 天。注销账号 30 天后，与账号有关的数据全部删除。</p>
<h2>六、您的权利</h2>
<p>您可以查看和修改个人资料，导出我们保存的关于您的全部数据，结束任意设备上的登录，以及注销账号。这些操作都在「设置」中，无需申请。</p>
<h2>七、联系我们</h2>
<p>对个人信息处理有疑问时，请联系本机构负责${site}的管理员。</p>
</article>`
}
