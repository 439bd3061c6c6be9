/** Words that stand for names in code and for things in prose. They never become part of a fixed phrase. */
export const plainWords: readonly string[] = `
alpha beta gamma delta user order item price total count index name value result config server client cache token
parser lexer engine worker queue stack graph node edge table row column field record event log state model view page
router handler request response session cookie header body timer clock signal buffer stream chunk frame packet socket
main helper math string array number date time folder image audio video note task reader writer loader builder
apple river mountain garden window bridge harbour lantern meadow orchard pebble rocket saddle tiger umbrella violet
walnut yellow zebra copper silver amber coral indigo maple cedar falcon heron otter badger comet planet moon star
width height depth weight speed limit offset margin border colour shape label title footer menu button panel dialog
invoice payment account balance customer product basket coupon address city country email phone profile avatar badge
level score player enemy weapon shield potion castle dragon knight wizard forest island ocean desert valley storm
town plant hedge shop bird fish cloud rain snow wind summer winter spring autumn monday friday morning evening night lunch dinner
kitchen recipe flour sugar butter bread milk cheese coffee lemon onion potato tomato pepper salt oven spoon plate knife cup
school teacher student lesson chapter author reader letter poem story novel library paper pencil ruler board chair desk lamp
train ticket station bus taxi plane flight hotel room guest booking travel map road street corner square market museum park
doctor patient nurse clinic medicine health sport team match goal race coach player coach ball net court pool swim run walk
bank loan interest budget salary tax rent bill receipt discount stock trade share fund goal target quote offer deal contract
office meeting agenda minutes memo report draft review approve sign stamp archive folder drawer cabinet printer scanner screen
dog cat horse cow sheep goat duck goose rabbit mouse lion wolf bear deer snake frog bee ant spider whale shark turtle
red blue green white black brown grey pink orange purple gold light dark bright soft hard heavy sharp quiet loud slow
happy lucky brave clever gentle honest kind modest proud silly sorry tired warm cold wet dry clean dirty empty full young
one two three four five six seven eight nine ten hundred thousand million half double triple single pair dozen few many several
north south east west left middle centre side front rear inner outer upper lower near far local global secret
send carry bring jump climb build break repair paint sing dance play win lose begin finish learn teach think guess
temperature pressure distance area volume mass energy power voltage current signal sensor motor wheel engine brake gear pump valve
factor ratio rate mean average median sample error scale unit amount quantity capacity length duration interval period delay
rent water plants sale sales news weather oslo paris london berlin tokyo madrid lisbon vienna
port host debug retries timeout version mode region owner theme locale format prefix suffix root target source
`
  .trim()
  .split(/\s+/);

const consonants =
  "b c d f g h j k l m n p r s t v w z br cl dr fl gr pl pr qu sh sk sl sn sp st th tr kn wr".split(" ");
const vowels = "a e i o u ai ea oo y ou".split(" ");

export const syllables: readonly string[] = consonants.flatMap((one) => vowels.map((two) => one + two));

export const endings: readonly string[] = [
  "",
  "",
  "",
  "n",
  "r",
  "s",
  "t",
  "l",
  "m",
  "x",
  "ck",
  "nd",
  "ng",
  "st",
];

/** What a simple Chinese note is made of. */
export const chineseWords: readonly string[] =
  "今天 明天 天气 很好 我们 一起 学习 工作 牛奶 苹果 会议 计划 完成 测试 你好 世界 项目 说明 标题 任务 重要 下午 上午 买 去 看 书 电话 朋友 家".split(
    " ",
  );
