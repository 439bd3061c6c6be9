import { createHash } from "node:crypto";
import type { ExportWish } from "@kestrel/protocol/api";

type Words = Readonly<
  Record<
    "user" | "reply" | "question" | "summary" | "thinking" | "play" | "pause" | "place" | "fast" | "all",
    string
  >
>;

const words: Readonly<Record<NonNullable<ExportWish["language"]>, Words>> = {
  en: {
    user: "You",
    reply: "Assistant",
    question: "Question",
    summary: "Summary",
    thinking: "Thinking",
    play: "Play",
    pause: "Pause",
    place: "Position",
    fast: "Speed",
    all: "Show all",
  },
  "zh-CN": {
    user: "你",
    reply: "助手",
    question: "提问",
    summary: "摘要",
    thinking: "思考",
    play: "播放",
    pause: "暂停",
    place: "位置",
    fast: "速度",
    all: "显示全部",
  },
};

const style = (of: Words) => `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:52rem;margin:0 auto;padding:1rem 1rem 6rem}
article{margin:1rem 0}
article[hidden]{display:none}
article::before{display:block;font-size:.8rem;opacity:.7}
.user::before{content:"${of.user}"}.reply::before{content:"${of.reply}"}
.question::before{content:"${of.question}"}.summary::before{content:"${of.summary}"}
.thinking>summary::after{content:"${of.thinking}"}
.words,pre{white-space:pre-wrap;overflow-wrap:anywhere}
.user .words{padding:.5rem .75rem;border-radius:.5rem;background:color-mix(in srgb,currentColor 8%,transparent)}
pre{max-height:24rem;overflow:auto;padding:.5rem;border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:.25rem;font-size:.85rem}
footer{position:fixed;inset:auto 0 0;display:flex;gap:.75rem;align-items:center;padding:.6rem 1rem;background:Canvas;border-top:1px solid color-mix(in srgb,currentColor 25%,transparent)}
footer input{flex:1}
`;

/** Plays the articles at their recorded pace; a pause of more than two seconds is cut to two. */
const script = `
const pieces=[...document.querySelectorAll("article")],bar=document.querySelector("footer"),[play,all]=bar.querySelectorAll("button"),place=bar.querySelector("input"),fast=bar.querySelector("select");
let timer,at=pieces.length;
place.max=pieces.length;
function show(next){at=next;place.value=at;pieces.forEach((piece,index)=>{piece.hidden=index>=at});}
function stop(){clearTimeout(timer);timer=undefined;play.textContent=play.dataset.play;}
function step(){
  if(at>=pieces.length)return stop();
  show(at+1);
  pieces[at-1].scrollIntoView({block:"nearest"});
  const next=pieces[at];
  if(!next)return stop();
  const apart=Date.parse(next.dataset.at)-Date.parse(pieces[at-1].dataset.at);
  timer=setTimeout(step,Math.min(Math.max(apart||0,150),2000)/Number(fast.value));
}
play.onclick=()=>{if(timer)return stop();if(at>=pieces.length)show(0);play.textContent=play.dataset.pause;step();};
place.oninput=()=>{stop();show(Number(place.value));};
all.onclick=()=>{stop();show(pieces.length);};
show(pieces.length);
bar.hidden=false;
`;

/**
 * One file that shows a session and plays it back. It asks no server for anything: the policy in it allows this script and this
 * style, by their digests, and no address at all. Without scripts it shows the whole.
 */
export function replayPage(pieces: string, language: NonNullable<ExportWish["language"]> = "en"): string {
  const of = words[language];
  const look = style(of);
  const policy = `default-src 'none'; script-src '${digest(script)}'; style-src '${digest(look)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>Kestrel</title>
<style>${look}</style>
</head>
<body>
<main>
${pieces}</main>
<footer hidden>
<button type="button" data-play="${of.play}" data-pause="${of.pause}">${of.play}</button>
<input type="range" min="0" aria-label="${of.place}">
<select aria-label="${of.fast}"><option value="1">1×</option><option value="2">2×</option><option value="5">5×</option><option value="10">10×</option></select>
<button type="button">${of.all}</button>
</footer>
<script>${script}</script>
</body>
</html>
`;
}

function digest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
