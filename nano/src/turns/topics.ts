/** Things that people ask about and that no tool knows. */
export const topics = {
  en: (
    "the sea,spring,winter,love,cats,dogs,horses,a robot,a pirate,a princess,my cat,my mother,my neighbour,Paris,Rome,China,Brazil,Egypt,Mars,the moon,the sun,Einstein,Mozart,Shakespeare,Newton,Caesar," +
    "chess,football,tennis,guitar,piano,bread,soup,coffee,tea,chocolate,gravity,electricity,democracy,philosophy,physics,history,maths,economics,evolution,recursion,blockchain,machine learning,quantum computers,the internet,regular expressions,Docker,Kubernetes,React,Linux,Java,Python,SQL," +
    "a birthday,a wedding,a holiday,friendship,happiness,time,money,the weather,the stock market,a car,a bicycle,a house,the ocean,rain,snow,a dragon,a wizard,an elephant,penguins,whales,dinosaurs,volcanoes,the pyramids,the Romans,Napoleon,Goethe,Picasso,Bach,jazz,poetry,yoga,sleep,a headache,the flu,vitamins"
  ).split(","),
  "zh-CN":
    "大海,春天,冬天,爱情,小猫,小狗,月亮,太阳,火星,北京,上海,巴黎,日本,美国,法国,爱因斯坦,牛顿,李白,杜甫,孔子,莎士比亚,长城,故宫,足球,篮球,围棋,钢琴,吉他,咖啡,茶,巧克力,米饭,饺子,重力,电,量子力学,哲学,历史,经济学,进化论,机器学习,区块链,互联网,递归,数据库,操作系统,编译器,生日,婚礼,友谊,幸福,时间,金钱,股票,汽车,自行车,房子,雨,雪,龙,大象,企鹅,鲸鱼,恐龙,火山,金字塔,感冒,头痛,失眠,减肥".split(
      ",",
    ),
};
