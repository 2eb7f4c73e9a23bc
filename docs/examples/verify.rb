# frozen_string_literal: true

# Verifies webhook requests. Ruby 3.0 or newer, without dependencies.
require "openssl"

# Create it once, at the start: WEBHOOKS = WebhookVerifier.new(ENV["WEBHOOK_SECRET"]). It raises if the secret is missing.
# secrets: the whole secret with its whsec_, or an array of several while you rotate it.
class WebhookVerifier
  TOLERANCE_SECONDS = 300

  def initialize(secrets)
    given = secrets.is_a?(Array) ? secrets : [secrets]
    unless !given.empty? && given.all? { |one| secret?(one) }
      raise ArgumentError,
            "The webhook secret is missing or empty, or is not a secret: set it to the whole secret, whsec_..., without blanks"
    end

    @secrets = given.map { |one| key_of(one) }
  end

  # For each request: if it is false, return 400. raw_body: the bytes as received (Rails: request.raw_post);
  # header: X-Service-Signature (Rails: request.headers["X-Service-Signature"]), which may be missing.
  def verify(raw_body, header, now = Time.now.to_i)
    return false unless header.is_a?(String) && header.bytesize <= 2048 && raw_body.is_a?(String)

    # As bytes: the body may not be valid UTF-8.
    parts = header.b.split(",").map(&:strip)
    timestamps = parts.select { |part| part.start_with?("t=") }.map { |part| part[2..] }
    signatures = parts.select { |part| part.start_with?("v1=") }.map { |part| part[3..] }
    return false unless timestamps.size == 1 && timestamps[0].match?(/\A(0|[1-9][0-9]{0,10})\z/)
    return false if signatures.size > 8

    given = signatures.select { |signature| signature.match?(/\A[0-9a-f]{64}\z/) }
    signed = "#{timestamps[0]}.".b + raw_body.b
    matched = false
    @secrets.each do |secret|
      expected = OpenSSL::HMAC.hexdigest("SHA256", secret, signed)
      # Constant time.
      given.each { |signature| matched = true if OpenSSL.fixed_length_secure_compare(expected, signature) }
    end
    matched && (now - timestamps[0].to_i).abs <= TOLERANCE_SECONDS
  end

  private

  # No blank, no line break, no list in one text: it would match no request.
  def secret?(text)
    return false unless text.is_a?(String)

    utf8 = text.dup.force_encoding(Encoding::UTF_8)
    utf8.valid_encoding? && utf8.match?(%r{\Awhsec_[\p{L}\p{N}_+/=-]+\z}) && utf8.rindex("whsec_").zero?
  end

  # The key is the whole secret. In the notation of Standard Webhooks (standard_secret), it is in base64.
  def key_of(secret)
    decoded = secret.delete_prefix("whsec_").unpack1("m")
    secret?(decoded) ? decoded : secret
  end
end
