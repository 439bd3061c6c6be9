import { phrase, quoted } from "../actions/phrases.ts";
import type { Scene } from "../scene.ts";
import { chineseText } from "../words/chinese.ts";
import { topics } from "./topics.ts";

/** Something that a model of the world would know or do, and that is no order for the tools. */
export function wish(scene: Scene): string {
  const { chance, names } = scene;
  const thing = () =>
    chance.weighed<() => string>([
      [() => chance.pick(topics[scene.language]), 6],
      [names.word, 2],
      [names.identifier, 1],
      [() => (scene.language === "en" ? `${names.word()} ${names.word()}` : chineseText(chance, 1, 2)), 2],
    ])();
  const number = () => `${chance.whole(1, chance.pick([9, 99, 9999]))}`;
  const places = { w: thing(), v: thing(), f: names.path(), n: number(), m: number() };
  if (scene.mixture === "declining" && chance.maybe(0.5)) return wishAboutCode(scene);
  const about = quoted(scene, chance.maybe(0.5) ? places.f : names.identifier());
  const text = chance.maybe(0.22)
    ? phrase(scene, knowing, { x: about })
    : phrase(scene, chance.maybe(0.5) ? wishes : withoutFiles(), places, 0);
  return chance.maybe(0.12) ? `${chance.pick(before[scene.language])}${text}` : text;
}

/** About a file that lies there, or about a function in it: near to an order that can be carried out. */
function wishAboutCode(scene: Scene): string {
  const { chance, names, world } = scene;
  const lying = world.paths();
  const path = lying.length > 0 && chance.maybe(0.75) ? chance.pick(lying) : names.path();
  const places = { f: quoted(scene, path), x: names.identifier(), n: `${chance.whole(2, 9)}` };
  return phrase(scene, aboutCode, places, 0);
}

const aboutCode = {
  en: [
    "(write|add|make) (unit tests|tests|a test|test cases|a few tests) (for|of) (the function {x}|{x}()|the {x} function|{f}|{x}() in {f}|{x} in {f})",
    "(document|test|optimise|explain|review|speed up|simplify|debug|benchmark|type) (the function {x}|{x}()|the {x} function|{f}|{x}() in {f})",
    "(why|how come) (is|does) (the result of {x}()|{x}()|what {f} prints|the output of {f}) (wrong|come out wrong|not right|too big|empty)( in {f}|)(? Please fix it|? Mend it|, please repair that|)",
    "(why does|how come) {f} (count|print|return|show|give|compute) (the wrong thing|too much|nothing|something wrong|one too many)(? Please repair it|? Fix it please|, can you fix that|)",
    "(summarise|summarize|sum up|condense|outline) {f} (for me |)(in|as|into) ({n} bullet points|{n} sentences|one paragraph|a short list|a few words)( please|)",
    "(what is wrong with|what could be better in|is there a bug in|how good is) ({f}|{x}()|the function {x} in {f})",
    "(split|break) ({f}|{x}()|the function {x}) (into|in) (smaller functions|two files|{n} functions|modules)",
    "(implement|finish|complete|program) (the function {x}|{x}()|the rest of {f}|what is missing in {f})",
  ],
  zh: [
    "(给|为|帮我给) (函数 {x}|{x} 函数|{x} 方法|{f}|{f} 里的 {x}) (写|加|补|写一些|补充)(单元测试|测试|测试用例|注释|文档)",
    "(解释|优化|审查|简化|调试|测试|改进)(一下|) (函数 {x}|{x} 函数|{f}|{f} 里的 {x} 函数)",
    "{f} (为什么|怎么)(算错了|结果不对|少了一个|输出是空的|返回错的值)(？请修好它|，帮我修一下|，改对它|)",
    "(把|请把|) {f} (总结|概括|归纳)成({n}个要点|{n}句话|一段话|几句话)",
    "{f} (有什么问题|有没有错误|写得怎么样|哪里可以改进)",
    "(实现|写完|补全) (函数 {x}|{x} 函数|{f} 里缺的部分)",
    "把 (函数 {x}|{x} 函数|{f}) 拆成(几个小函数|两个文件|{n}个函数)",
  ],
};

const before = {
  en: [
    "please ",
    "can you ",
    "could you ",
    "hey, ",
    "I have a question: ",
    "would you ",
    "one more thing: ",
    "now ",
  ],
  "zh-CN": ["请", "帮我", "你能", "请问", "麻烦", "我想问一下，", "现在"],
};

/** What is asked about something that has a name in the project: to know, not to find or to change it. */
const knowing = {
  en: [
    "how do I use {x}",
    "what does {x} do",
    "explain {x}",
    "(how|when|why) (do|should|would) (I|we|you) use {x}",
    "why does {x} (fail|not work|break)",
    "what is {x} (for|good for|used for)",
    "how does {x} work",
    "how (can|do) I (call|start|install|test|extend|improve) {x}",
    "explain (to me|) (how|why) {x} (works|fails|is needed)",
  ],
  zh: [
    "{x}怎么用",
    "{x}是做什么的",
    "解释一下{x}",
    "怎么使用{x}",
    "{x}为什么(失败|出错|不工作)",
    "{x}有什么用",
    "(怎么|如何)(调用|安装|测试|改进){x}",
  ],
};

const wishes = {
  en: [
    "(write|compose|make up|give me) (me|) (a|an|one) (poem|story|song|joke|letter|essay|speech|limerick|fairy tale|slogan|tweet|blog post|cover letter) (about|for|on) {w}",
    "(tell|make) me (a joke|a riddle|a story|something funny|something interesting)( about {w}|)",
    "what is the (weather|temperature|time|news) (today|tomorrow|in {w}|now|right now)",
    "what is the (capital|population|currency|language|size|president|height) of {w}",
    "who (was|is|invented|wrote|painted|discovered|founded) {w}",
    "(when|where|why|how) (was|is|did|does|do|are|were) {w} (built|born|made|invented|so big|work|begin|end|come from|important)",
    "how (old|tall|far|big|long|heavy|fast|deep|expensive) is {w}",
    "how many {w} are (there|in {v}|in the world|in a {v})",
    "what (is|are|does) (the meaning of|) {w}( mean|)",
    "(explain|describe) (to me|) (what|how|why) {w} (is|works|does|happens)",
    "(explain|describe|analyse|understand) (the code in|the file|the architecture of|the function in|) {f}",
    "(fix|find|repair|solve|debug|correct) (the|a|all|every) (bug|bugs|error|errors|problem|problems|fault|mistakes) (in {f}|in this project|in my code|here|)",
    "(the|this) (test|code|build|program|page) (fails|is broken|crashes|does not work), (why|fix it|what is wrong|repair it)",
    "(fix|mend|repair) {f}",
    "(refactor|clean up|tidy|restructure|modernise|rewrite|simplify) ({f}|the code|this project|the function in {f})",
    "make ({f}|the code|it|the program|the page) (faster|better|cleaner|nicer|shorter|safer|prettier)",
    "(write|add|create) (a test|tests|unit tests|some tests) for ({w}|{f}|the function in {f}|this project)",
    "(add|build|implement|develop|program) (a|the) (feature|button|page|login|form|menu|game|app|function|class|parser) (for|with|called) {w}",
    "(write|code|make|build) (me|) a (program|script|website|game|bot|app|function|class|server) (that|which) (sorts|counts|shows|finds|sends|plays|draws|downloads) {w}",
    "(translate|convert|port) ({w}|{f}|this|the text|the readme) (to|into) (French|German|Spanish|Chinese|Python|Rust|Java|English|Latin|Go|a PDF)",
    "(summarise|summarize|sum up|shorten|review|improve|optimise|document|comment|proofread) ({f}|my code|this project|the text|the readme|my text)( in {n} sentences|)",
    "(what is|what's|how much is|calculate|compute) {n} (+|-|*|/|times|plus|minus|divided by) {m}",
    "(solve|work out) (this equation|x + {n} = {m}|{n}x = {m}|the problem)",
    "(what is|give me) (the square root|{n} percent|half|the factorial|a third) of {m}",
    "(send|write) (an email|a mail|a message|a letter) to {w}",
    "(call|order|buy|book|reserve|rent) (me|) (a pizza|a taxi|a flight to {w}|a table|{w}|a hotel in {w}|tickets for {w})",
    "(play|sing|hum|record) (some music|a song|{w}|something by {w}|a video about {w})",
    "(draw|paint|sketch|design) (a picture of|a logo for|an icon of|me|) {w}",
    "(what do you think|what is your opinion) (of|about) {w}",
    "do you (like|love|know|believe in|feel|remember|dream of) {w}",
    "are you (a human|alive|happy|sad|clever|real|dangerous|married)",
    "why is the (sky blue|grass green|sea salty|moon round)",
    "(how do I|how can I|help me to|teach me to|show me how to) (learn|cook|play|build|understand|become|clean|fix|win|grow) {w}",
    "(give me|I need) (advice|ideas|tips|five names|a plan|a recipe|some help|suggestions) (about|for|with) {w}",
    "(recommend|suggest) (me|) (a|some|three|good) (book|books|film|films|restaurant|song|game|presents) (about|for|like|in) {w}",
    "(plan|organise|prepare) (a|my) (trip|holiday|party|wedding|week|meeting) (to|with|about|for) {w}",
    "(which|what) is (better|faster|cheaper|older|healthier), {w} or {v}",
    "compare {w} (and|with) {v}",
    "(remind|wake) me (tomorrow|at {n} o'clock|in {n} minutes|of {w})",
    "(deploy|publish|release|host) ({w}|this|the project|my website)( to the cloud|)",
    "(search|look up|google|browse|download) (the web|the internet|online|from the internet|on the web) (for|) {w}",
    "(find|look up) {w} (on the internet|online|on the web)",
    "(I am|I feel) (sad|tired|bored|lonely|hungry|angry|ill)( today|), (what now|help me|what should I do|cheer me up)",
    "(choose|pick|guess) (a number|a card|a colour|my name|one for me)",
    "(write|suggest) a (commit message|changelog|title|description|license) for ({w}|my changes|this project)",
    "(design|model|draw up) (a database|a schema|an API|a diagram) for {w}",
    "(what happened|what was going on) in {n}",
    "(explain|tell me|describe) what {f} (does|is for|is good for|really does)",
    "what (does|is) (the code in|the function in|) {f} (do|for|good for)",
    "how does ({f}|the code|this project|{w}) work",
    "(why|how come) (does|is|did) {f} (give the wrong result|fail|crash|slow|so long|return nothing|not work)",
    "{f} (is|seems) (broken|wrong|slow|too long|ugly)(, fix it|, mend it|. Please repair it|. What is wrong|, make it better)",
    "(there is|I think there is) (a bug|an error|a mistake|something wrong) (in {f}|somewhere|in here)(, find it|. Fix it|, please repair it|)",
    "(review|check|audit|analyse|inspect) {f} for (bugs|security|security problems|mistakes|style|performance|me)",
    "(convert|port|rewrite|translate|turn) {f} (to|into|in) (TypeScript|Python|Rust|Go|Java|C|Ruby|a class|a function)",
    "(add|write) (types|comments|documentation|docstrings|error handling|logging) (to|for|in) {f}",
    "(give me|write|make) (a summary|an abstract|the gist|three bullet points|a one line summary) (of|about|from) ({f}|the readme|this project|the text)",
    "(summarise|summarize|sum up|explain) (the readme|{f}|this) (in|with) (one sentence|three points|a few words|simple words)( for me|)",
    "(translate|say|put) '{w} {v}' (in|into|to) (Japanese|French|German|Spanish|Chinese|Italian)",
    "how do you (say|spell|write|pronounce) {w} (in French|in German|in Spanish|correctly|)",
    "what (time|day|year|date) is it (now|today|in {w}|)",
    "{n} (+|-|*|/|x) {m}( = ?|)",
    "(what's|how much is) {n}(+|-|*|/| % of ){m}",
    "(solve|simplify|differentiate|integrate|plot) x^{n} + {m}x( = 0| - 5 = 0|) (for me|for x|)",
    "(are|can|do) you (conscious|think|dream|self-aware|intelligent|able to feel|have feelings|have a body|get tired)",
    "who (made|created|trained|built|owns) you",
    "(should|shall) I (buy|sell|learn|use|trust|study) {w}( or {v}|)",
    "is {w} (good|bad|dangerous|healthy|expensive|true|better than {v})( for me|)",
    "who (won|will win|is leading) (the match|the election|the cup|the race|{w})",
    "what are the (news|headlines|best {w}|rules of {w}|symptoms of {w}|ingredients of {w})",
    "(write|compose) (a|an) (haiku|ode|rap|sonnet|essay|email|press release|script) (about|to|for) {w}",
    "(which|what) (algorithm|library|framework|language|database|pattern) (is best|should I use|do you recommend) for {w}",
    "(optimise|speed up|parallelise|secure|modernise) ({f}|the function in {f}|this code)",
    "(draw|make|generate) (a diagram|a chart|an image|a graph|a mind map) of ({w}|{f}|this project)",
    "what (should|can|could) I (eat|cook|read|watch|do|wear|learn) (today|tonight|next|for {w})",
  ],
  zh: [
    "(写|帮我写|来|作)(一首|一篇|一个|一段)(诗|故事|作文|歌|笑话|小说|邮件|求职信|演讲稿|广告|日记)(，关于{w}|，主题是{w}|)",
    "写一(首|篇)关于{w}的(诗|歌|文章|故事|短文)",
    "(讲|说)(个|一个)(笑话|故事|谜语|冷笑话)(|给我听|吧)",
    "(今天|明天|后天|现在|{w})(天气|气温)(怎么样|如何|好吗)",
    "{w}(是什么|是什么意思|是谁|在哪个国家|有多大|有多高|有多少人)",
    "(谁|什么时候|为什么)(发明了|写了|发现了|建造了|会有){w}",
    "(世界上|中国|地球上)(最高|最大|最长|最古老|最快)的(山|河|城市|动物|国家|海|桥)是(什么|哪个|哪座|哪条)",
    "(解释|说明|讲解|介绍)(一下|){w}(是什么|的原理|怎么工作|)",
    "(解释|分析|说明)(一下|) {f}(的代码|的结构|)",
    "(修复|修一下|找出|解决|改正|排查)( {f} 里的|这个|所有的|代码里的|)(错误|问题|bug|毛病)",
    "{f} (为什么出错|怎么跑不起来|有问题，修一下|为什么算错了)",
    "(重构|优化|简化|改写|美化|整理)(一下|) ({f}|这段代码|整个项目|这个函数)",
    "(给|为) ({f}|{w}|这个函数|项目)(写|加|补)(测试|单元测试|注释|文档)",
    "(把|将) ({f}|这段话|{w}|说明)(翻译成|译成|转换成|改写成)(英文|法语|日语|德语|Python|Rust|Java|中文)",
    "(总结|概括|评审|审查|润色)(一下|) ({f}|这个项目|我的代码|这篇文章)",
    "{n} (乘以|加|减|除以|加上) {m} (是多少|等于几|等于多少)",
    "(算一下|计算|求) {n} (+|-|*) {m}",
    "(解|求解)(方程|这个方程|这道题)",
    "(解释|说明|讲讲)(一下|) {f} (是做什么的|的作用|做了什么|怎么工作)",
    "{f} (是干什么的|有什么用|怎么工作的|为什么这么慢|写得好吗|有漏洞吗)",
    "{f} (结果不对|有毛病|太乱了|太慢了|跑不通)，(帮我修好|怎么办|改好它|优化一下)",
    "(重构|优化|改进|简化)(一下|) {f}，让它(更清晰|更快|更短|更好读|更安全)",
    "(检查|审查|评审) {f} (的安全问题|有没有漏洞|的代码质量|的风格)",
    "把 {f} (改写成|转成|翻译成|移植到) (TypeScript|Python|Rust|Go|Java)",
    "用(一句话|三句话|几个要点)(总结|概括)(一下|) ({f}|说明|这个项目)",
    "给 {f} (加上类型|加注释|写文档|加错误处理|加日志)",
    "“{w}”(用英语|用日语|用法语)(怎么说|怎么写)",
    "{n}(×|÷|+|-|*){m}(=?|等于多少|是多少)",
    "(谁|哪家公司)(开发|训练|制造)了你",
    "(该不该|要不要|应该)(买|学|用|投资){w}",
    "(有什么|最近有什么)(新闻|好看的电影|好听的歌|好玩的)",
    "(唱|播放|放|来)(首|一首|点)(歌|音乐|曲子)",
    "(画|设计)(一张|一个|个)({w}|图|标志|网站|海报|图标|页面)",
    "你(觉得|认为|喜欢|会|知道)(|不)({w}|做饭|下棋|我|爱情)(怎么样|吗|)",
    "(帮我|给我|)(订|买|预订|叫)(一张|一个|一份|)(机票|火车票|酒店|外卖|出租车|电影票|{w})",
    "(发|写)(邮件|短信|消息)给{w}",
    "(写|开发|做|实现|编)(一个|个)({w}|网站|程序|小游戏|应用|脚本|排序算法|登录页面|爬虫)",
    "用(Java|Python|C++|Go|Rust|JavaScript)(写|实现)(一个|){w}",
    "(推荐|介绍)(一本|一部|几个|一些|一家)(书|电影|歌|餐厅|游戏|景点)(给我|)",
    "(怎么|如何)(学|学习|学好|做|练|选|提高)({w}|英语|数学|编程|做饭|游泳)",
    "(给我|想)(一些|几个|点)(建议|主意|名字|点子)(，关于{w}|)",
    "(计划|安排)(一下|)(旅行|周末|会议|去{w}的行程)",
    "{w}(和|跟|与){v}(哪个好|有什么区别|比怎么样)",
    "我(今天|)(心情不好|很累|很无聊|生病了|饿了)(，怎么办|，陪我聊聊|)",
    "(明天|晚上|{n} 分钟后)(叫我|提醒我)({w}|起床|开会|)",
    "(上网|在网上|去网上)(查|搜|搜索|找)(一下|){w}",
    "(现在|北京|{w})(几点|几点了|是什么时间)",
    "(你|您)(是人|是真人|有感情|开心|会累)吗",
    "(给|为)(公司|小狗|宝宝|产品|这个项目)(起|取|想)(个|一个)名字",
  ],
};

/** Where a file is named, it is nearly always an order that can be carried out. */
function withoutFiles(): typeof wishes {
  const plain = (texts: readonly string[]) => texts.filter((text) => !text.includes("{f}"));
  return { en: plain(wishes.en), zh: plain(wishes.zh) };
}
