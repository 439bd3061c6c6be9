import { expect, it } from "vitest";
import { asksForSecret } from "../src/index.ts";

it.each([
  "password",
  "Pass-word",
  "PASSWD",
  "p a s s w o r d",
  "p.a.s.s.w.o.r.d",
  "pass\nword",
  "p\u200bass\u00adword",
  "p\u{e0061}assword",
  "ｐａｓｓｗｏｒｄ",
  "𝓹𝓪𝓼𝓼𝔀𝓸𝓻𝓭",
  "ⓟⓐⓢⓢⓦⓞⓡⓓ",
  "ᴘᴀꜱꜱᴡᴏʀᴅ",
  "раѕѕword",
  "pässwörd",
  "P@ssw0rd",
  "pa$$word",
  "pwd",
  "apiKey",
  "API key",
  "a-p-i_k.e.y",
  "AP1 K3Y",
  "userPIN",
  "PIN (4 digits)",
  "your pins",
  "2FA code (OTP)",
  "one-time code",
  "the 6-digit code we sent you",
  "verification code",
  "code from your authenticator",
  "SSN",
  "social security number",
  "seed phrase",
  "recovery phrase",
  "backup codes",
  "private key",
  "SSH key",
  "credential",
  "credit card",
  "card number",
  "CVV",
  "cvc2",
  "bearer token",
  "Kennwort",
  "Passwort",
  "contraseña",
  "mot de passe",
  "senha",
  "hasło",
  "şifre",
  "mật khẩu",
  "пароль",
  "请输入您的密码",
  "密 码",
  "密\u200d码",
  "密碼",
  "口令",
  "验证码",
  "驗證碼",
  "助记词",
  "银行卡号",
  "mi ma: mima",
  "パスワード",
  "ﾊﾟｽﾜｰﾄﾞ",
  "暗証番号",
  "비밀번호",
  "סיסמה",
  "كلمة المرور",
])("hears that %j asks for a secret", (words) => {
  expect(asksForSecret(words)).toBe(true);
});

it.each([
  "Where to?",
  "Which branch should be pushed?\nbranch",
  "Your e-mail address",
  "Postal code",
  "Country code, such as 49",
  "Project key, such as KES",
  "A compass direction",
  "How many pages?",
  "Which licence does it have?",
  "Name of the spinning top",
  "Shall the codebook be opened?",
  "您要去哪里？",
  "选择一个分支",
])("hears nothing of it in %j", (words) => {
  expect(asksForSecret(words)).toBe(false);
});

it("is linear in what it is given", () => {
  const piece = ["pass", "-p-a-s-s", "api", "密", "\u0301", "Aa", "раѕѕ", "2fa", "passw"];
  const began = performance.now();
  for (const one of piece) asksForSecret(one.repeat(20_000));
  expect(performance.now() - began).toBeLessThan(5_000);
});
