ALTER TABLE `model_keys` ADD `input_price` real;--> statement-breakpoint
ALTER TABLE `model_keys` ADD `output_price` real;